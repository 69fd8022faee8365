//! The exponential and what comes of it, by operations that every machine rounds alike: those of its libraries differ.

/// The exponential, to about seven digits. Below -80 it is 0, above 80 that of 80.
pub fn exp(x: f32) -> f32 {
    if x < -80.0 {
        return 0.0;
    }
    let scaled = x.min(80.0) * std::f32::consts::LOG2_E;
    let whole = scaled.round();
    let rest = (scaled - whole) * std::f32::consts::LN_2;
    // The series of the exponential, for what lies within half a step of 2.
    let series = 1.0
        + rest
            * (1.0
                + rest * (1.0 / 2.0 + rest * (1.0 / 6.0 + rest * (1.0 / 24.0 + rest * (1.0 / 120.0 + rest / 720.0)))));
    f32::from_bits(((whole as i32 + 127) as u32) << 23) * series
}

/// The hyperbolic tangent, from -1 to 1.
pub fn tanh(x: f32) -> f32 {
    let x = x.clamp(-20.0, 20.0);
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

#[cfg(test)]
mod tests {
    use super::{exp, tanh};

    #[test]
    fn they_are_those_of_the_library() {
        for step in -4000..=4000 {
            let x = step as f32 / 100.0;
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-5, "{x}");
            assert!((tanh(x) - x.tanh()).abs() < 1e-6, "{x}");
        }
        assert_eq!((exp(-1000.0), tanh(0.0), tanh(-100.0), tanh(100.0)), (0.0, 0.0, -1.0, 1.0));
    }

    #[test]
    fn the_bits_are_pinned() {
        let bits: Vec<u32> = [-7.3, -0.4, 0.1, 1.0, 9.9].map(|x: f32| tanh(x).to_bits()).to_vec();
        assert_eq!(bits, PINNED);
    }
    const PINNED: [u32; 5] = [3212836848, 3200420012, 1036787384, 1061353429, 1065353216];
}
